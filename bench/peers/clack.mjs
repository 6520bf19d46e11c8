import { select } from "@clack/prompts";
import { question, rows } from "./rows.mjs";

select({
  message: question,
  options: rows.map((row) => ({ label: row.label, value: row.label, hint: row.description })),
}).then(console.log);
