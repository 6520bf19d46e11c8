"""A host of `yourcall agent --json` that knows only its lines.

Its own standard input is a list of steps as JSON:
  {"send": LINE}      a line; "$1.askId" in it is field askId of the first line that was waited for
  {"raw": TEXT}       a line as it stands
  {"wait": LINE}      reads until a line comes that has these fields
  {"run": [ARGS]}     another program, to its end
  {"close": true}     closes the agent's standard input
  {"kill": true}      ends the agent as `kill -9` does
It prints every line that came, and at the end {"code": CODE}.
"""

import json
import re
import subprocess
import sys

steps = json.load(sys.stdin)
agent = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
waited = []


def fill(value):
    if isinstance(value, dict):
        return {key: fill(part) for key, part in value.items()}
    if isinstance(value, list):
        return [fill(part) for part in value]
    found = re.fullmatch(r"\$(\d+)\.(\w+)(?: without (.*))?", value) if isinstance(value, str) else None
    if found is None:
        return value
    text = waited[int(found[1]) - 1][found[2]]
    kept = [line for line in text.split("\n") if found[3] is None or found[3] not in line]
    return "\n".join(kept)


def has(line, wanted):
    if isinstance(wanted, dict):
        return isinstance(line, dict) and all(key in line and has(line[key], part) for key, part in wanted.items())
    return line == wanted


def write(text):
    agent.stdin.write(text + "\n")
    agent.stdin.flush()


def read():
    text = agent.stdout.readline()
    if text == "":
        return None
    sys.stdout.write(text)
    sys.stdout.flush()
    return json.loads(text)


for step in steps:
    if "send" in step:
        write(json.dumps(fill(step["send"])))
    if "raw" in step:
        write(step["raw"])
    if "run" in step:
        subprocess.run(fill(step["run"]), check=True, stdout=subprocess.DEVNULL)
    if "close" in step:
        agent.stdin.close()
    if "kill" in step:
        agent.kill()
    if "wait" in step:
        line = read()
        while line is not None and not has(line, fill(step["wait"])):
            line = read()
        if line is None:
            sys.exit(f"The agent ended before {step['wait']}")
        waited.append(line)

while read() is not None:
    pass
print(json.dumps({"code": agent.wait()}))
