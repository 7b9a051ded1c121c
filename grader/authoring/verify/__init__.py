"""Is a problem ready for learners: rules, each a small function, in one table (`rules.RULES`)."""

from grader.authoring.verify.evidence import Evidence, VerifyOptions
from grader.authoring.verify.model import Verification
from grader.authoring.verify.rules import RULES, verification, verify

__all__ = ["RULES", "Evidence", "Verification", "VerifyOptions", "verification", "verify"]
