"""Check that a problem is ready for learners, by a table of rules (`rules.RULES`)."""

from grader.authoring.verify.evidence import Evidence, VerifyOptions
from grader.authoring.verify.model import Verification
from grader.authoring.verify.rules import RULES, verification, verify

__all__ = ["RULES", "Evidence", "Verification", "VerifyOptions", "verification", "verify"]
