// A host of the Agent SDK that defers Claude's questions: starts a session, or resumes one that an earlier host left.
import { query } from "@anthropic-ai/claude-agent-sdk";
import { createFileDeferStore, deferQuestions, resumeDeferred } from "@yourcall/claude";
import { createHubClient } from "@yourcall/client/node";

const [directory = "", prompt] = process.argv.slice(2);
const { HUB_URL: url = "", HUB_TOKEN: token = "", CLAUDE: pathToClaudeCodeExecutable = "", ...env } = process.env;
const asker = createHubClient({ url, token });
const store = createFileDeferStore(directory);
const options = { cwd: process.cwd(), env, pathToClaudeCodeExecutable };

/** @param {AsyncIterable<import("@anthropic-ai/claude-agent-sdk").SDKMessage>} messages */
async function tell(messages) {
  for await (const message of messages)
    if (message.type === "result") console.log(`${message.subtype} ${message.terminal_reason}`);
}

if (prompt !== undefined) {
  await tell(query({ prompt, options: deferQuestions(options, { asker, store }) }));
  // A real host would wait here, or be gone.
  process.stdin.resume();
} else {
  for (const question of await store.list()) await tell(resumeDeferred(question, { query, options, asker, store }));
  asker.close();
}
