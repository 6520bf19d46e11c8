import { select } from "@inquirer/prompts";
import { question, rows } from "./rows.mjs";

select({
  message: question,
  choices: rows.map((row) => ({ name: row.label, value: row.label, description: row.description })),
}).then(console.log);
