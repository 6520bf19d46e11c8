export { createFileDeferStore, type DeferStore } from "@yourcall/claude";
export { type ClaudeStreamOptions, claudeStream } from "./claude-stream.ts";
