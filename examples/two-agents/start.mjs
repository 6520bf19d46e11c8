// A desk with two agents: the built-in one on a scripted model, and one that speaks ACP. Both ask. Nothing needs a key.
import { startTwoAgents } from "./two-agents.mjs";

const { createLink, stop } = await startTwoAgents();
console.log("Two agents work, and both will ask you. Ctrl-C ends them.");

async function showLink() {
  console.log(`Open within a minute: ${await createLink()}\nEnter makes another link.`);
}
await showLink();
process.stdin.on("data", showLink);

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, async () => {
    process.stdin.destroy();
    await stop();
  });
