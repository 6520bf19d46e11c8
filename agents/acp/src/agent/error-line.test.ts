import { expect, test } from "vitest";
import { toErrorLine } from "./error-line.ts";

const node = `file:///agent.mjs:3
throw new TypeError("No key is set");
      ^

TypeError: No key is set
    at file:///agent.mjs:3:7
    at node:internal/main:12:3

Node.js v24.1.0
`;
const withCode = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'\n    at y\n\nNode.js v24.1.0";
const python = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad key\n';
const rust = "thread 'main' panicked at src/main.rs:2:5:\nno key\nnote: run with `RUST_BACKTRACE=1`\n";

test.each([
  [node, "TypeError: No key is set"],
  [withCode, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'"],
  [python, "ValueError: bad key"],
  [rust, "thread 'main' panicked at src/main.rs:2:5:"],
  ["fatal: no such thing\nsee the manual", "fatal: no such thing"],
  ["Loading\nBye \u001b[31mnow\u001b[0m\n\n", "Bye now"],
  ["", ""],
])("the error of a program that ended is found in %j", (said, line) => {
  expect(toErrorLine(said)).toBe(line);
});
