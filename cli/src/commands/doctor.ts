import { defineCommand } from "../command.ts";

export const doctor = defineCommand({
  name: "doctor",
  file: "doctor/doctor.ts",
  usage: ["doctor"],
  summary: "find problems with your setup",
  about: [
    "Checks your setup and repairs nothing; to see whether the state directory is writable, it writes a file there and removes it. One line per check: ok, warn (works, but could be better) or fail (does not work), and what to do. Exit 1 if a check fails.",
  ],
  options: { json: { type: "boolean", describe: "the checks as JSON" } },
});
