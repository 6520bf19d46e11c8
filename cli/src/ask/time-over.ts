/** The time that a command was given is over and no hub has said anything. What still looks for one may be left. */
export class TimeOver extends Error {}
