// What other packages of this repository need and users do not. It may change in any release.

export { signWebhook, toCallbackKey } from "./callback-secret.ts";
export { findUnsafeFile, findUnsafePath } from "./find-unsafe-path.ts";
export { type HubStarter, type OpenHubOptions, openHub } from "./open-hub.ts";
export { readPictureFile } from "./read-picture-file.ts";
export { isSameDirectory, stateDirectoryPath } from "./state-directory.ts";
