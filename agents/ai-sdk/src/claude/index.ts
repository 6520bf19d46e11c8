export { type ClaudeStreamOptions, claudeStream } from "./claude-stream.ts";
