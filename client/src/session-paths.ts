/** Where each call about sessions is found. Without schemas, so that a page with a client loads none. */
export const sessionPaths = {
  list: { method: "GET", path: "/v1/sessions" },
  start: { method: "POST", path: "/v1/sessions" },
  events: { method: "GET", path: "/v1/sessions/events" },
  get: { method: "GET", path: "/v1/sessions/:id" },
  transcript: { method: "GET", path: "/v1/sessions/:id/transcript" },
  send: { method: "POST", path: "/v1/sessions/:id/messages" },
  addPicture: { method: "POST", path: "/v1/sessions/:id/pictures" },
  picture: { method: "GET", path: "/v1/sessions/:id/pictures" },
  interrupt: { method: "POST", path: "/v1/sessions/:id/interrupt" },
  resume: { method: "POST", path: "/v1/sessions/:id/resume" },
  stop: { method: "POST", path: "/v1/sessions/:id/stop" },
  changes: { method: "GET", path: "/v1/sessions/:id/changes" },
  merge: { method: "POST", path: "/v1/sessions/:id/merge" },
  discard: { method: "POST", path: "/v1/sessions/:id/discard" },
  rename: { method: "POST", path: "/v1/sessions/:id/title" },
  archive: { method: "POST", path: "/v1/sessions/:id/archive" },
  remove: { method: "DELETE", path: "/v1/sessions/:id" },
  setMode: { method: "POST", path: "/v1/sessions/:id/mode" },
  setModel: { method: "POST", path: "/v1/sessions/:id/model" },
} as const;
export type SessionCall = keyof typeof sessionPaths;
