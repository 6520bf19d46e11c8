export type { PausableGraph } from "./graph.ts";
export { type FollowOptions, follow, type GraphBridge, settle } from "./settle.ts";
