import prompts from "prompts";
import { question, rows } from "./rows.mjs";

prompts({
  type: "select",
  name: "answer",
  message: question,
  choices: rows.map((row) => ({ title: row.label, value: row.label, description: row.description })),
}).then(({ answer }) => console.log(answer));
