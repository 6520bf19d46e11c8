export type { OfferedAgent } from "./create-desk.ts";
export { startDesk } from "./desk-server.ts";
export type { SessionPlace } from "./live-session.ts";
