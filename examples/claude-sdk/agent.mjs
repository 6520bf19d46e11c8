// Claude on the Agent SDK, with a person on any screen: its questions and permission requests wait in the hub.
import { query } from "@anthropic-ai/claude-agent-sdk";
import { withYourcall } from "@yourcall/claude";
import { createHubClient, readHubAddress } from "@yourcall/client/node";

const hub = readHubAddress();
const token = hub?.tokens.agent;
if (hub?.url === undefined || token === undefined) {
  console.error("No hub is running. Start one in another terminal: yourcall serve");
  process.exit(1);
}
const asker = createHubClient({ url: hub.url, token });

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const prompt = process.argv[2] ?? "Which database suits a small web shop? Ask me what you need to know first.";
const options = withYourcall(
  { abortController: stop, cwd: process.cwd() },
  {
    asker,
    approvals: true,
    onAsk: ({ ask, askId }) => console.log(`? ${ask.questions[0]?.question}  (yourcall answer ${askId})`),
  },
);

try {
  for await (const message of query({ prompt, options })) {
    if (message.type === "assistant")
      for (const block of message.message.content) if (block.type === "text") console.log(block.text);
    if (message.type === "result") console.log(message.subtype === "success" ? "Done." : message.errors.join("\n"));
  }
} catch (error) {
  // After Ctrl-C, open questions are withdrawn and close on every screen.
  console.error(stop.signal.aborted ? "Stopped." : String(error));
  process.exitCode = 1;
} finally {
  asker.close();
}
