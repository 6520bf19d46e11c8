export { type AgentsBridge, type FollowOptions, follow, type PausableState, type RunStore, settle } from "./settle.ts";
