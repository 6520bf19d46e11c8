export { type FollowOptions, follow, type MastraBridge, type PausableAgent, settle } from "./settle.ts";
