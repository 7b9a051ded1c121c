"""The JSON Schema of a `Result`; ``python -m grader.report.schema > docs/result.schema.json`` renews it."""

import json
import sys

from grader.result import Result


def schema() -> str:
    """Return the schema of results as JSON writes them, ended by a line feed."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Result.model_json_schema(mode="serialization"),
    }
    return json.dumps(made, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())
