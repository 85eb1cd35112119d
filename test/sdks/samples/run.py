# Runs samples of the Python library: standard input has them as JSON.
import json
import sys
from pathlib import Path

from parley import Parley

for sample in json.load(sys.stdin):
    parley = Parley(api_key=sample["apiKey"])
    try:
        exec(sample["source"], {"parley": parley, "Path": Path})
        print("ok", sample["id"], flush=True)
    except Exception as error:
        print("not ok", sample["id"], repr(error), flush=True)
