import type { Attachment, PictureData } from "@yourcall/core";
import type { Connection } from "./connection.ts";
import { type PersonClient, toAskPath } from "./person-client.ts";
import { expectField } from "./read-reply.ts";
import { toPath } from "./transport.ts";

/** The part of a hub's client with which a person adds pictures to asks, and anybody reads them. */
export type PicturesClient = Required<Pick<PersonClient, "addPicture" | "removePicture" | "picture">>;

// As long as a hub waits for a request.
const pictureMs = 35_000;

export function createPicturesClient({ call }: Pick<Connection, "call">): PicturesClient {
  const toOne = (id: string, hash: string) => `${toAskPath(id)}/pictures/${encodeURIComponent(hash)}`;
  return {
    async addPicture(id, body) {
      const path = `${toAskPath(id)}/pictures`;
      const added = await call({ method: "POST", path, body, timeoutMs: pictureMs });
      return expectField<Attachment>(added, "hash", "a picture");
    },
    async removePicture(id, hash) {
      await call({ method: "DELETE", path: toOne(id, hash) });
    },
    async picture(id, hash) {
      const path = toPath(toOne(id, hash), { as: "json" });
      return expectField<PictureData>(await call({ method: "GET", path, timeoutMs: pictureMs }), "data", "a picture");
    },
  };
}
