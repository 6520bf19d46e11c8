import { YourcallError } from "@yourcall/core";
import { attachmentsOf, extensionOf, pictureTooLarge, toPictureName } from "@yourcall/core/internal";
import * as schemas from "@yourcall/core/internal/wire";
import { permitActing, permitApp, permitLink } from "../access/permit.ts";
import type { AskRecord } from "../store/store.ts";
import { toAgentRecord } from "../to-wire.ts";
import type { HttpContext } from "./context.ts";
import { type Call, defineRoute, json, type Route } from "./route.ts";

/** The pictures that go with answers. */
export function pictureRoutes({ hub }: HttpContext): Route[] {
  /** The ask of a call by somebody who may answer it. */
  async function permitted({ params, caller }: Call): Promise<AskRecord> {
    const record = await hub.get(`${params.id}`);
    permitActing(caller, record);
    return record;
  }

  /** The ask of a call by somebody who may see this picture: an agent only what came with the answer to its own ask. */
  async function seen({ params, caller }: Call): Promise<AskRecord> {
    const record = await hub.get(`${params.id}`);
    permitLink(caller, record);
    permitApp(caller, record);
    if (caller.scope !== "agent") return record;
    const isAnswer = attachmentsOf(toAgentRecord(record).outcome).some(({ hash }) => hash === params.hash);
    if (record.token === caller.token && isAnswer) return record;
    throw new YourcallError("not-found", "The ask has no such picture.");
  }

  return [
    defineRoute({
      method: "POST",
      path: "/v1/asks/:id/pictures",
      scopes: ["human", "app", "link"],
      right: "answer",
      summary: "Add a picture for the answer",
      description:
        "PNG, JPEG, WebP or GIF, at most 10 MB, at most 5 for an ask that is pending. The type is taken from the bytes; metadata is removed. An answer names pictures by their hashes; what it does not name is removed when the ask ends.",
      maxBodyBytes: schemas.maxAddedPictureBody,
      tooLarge: pictureTooLarge,
      body: schemas.addedPicture,
      replies: {
        201: { description: "The picture, for `attachments` of an answer", schema: schemas.attachment },
      },
      refusals: [404, 409, 429],
      async handle(call) {
        const { id } = await permitted(call);
        return json(201, await hub.pictures.add(id, call.body));
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/asks/:id/pictures/:hash",
      scopes: ["human", "agent", "app", "link"],
      summary: "A picture of an ask",
      description:
        "Its bytes, as a file; with `?as=json` as base64. An agent gets the pictures that came with the answer to its own ask.",
      query: schemas.pictureAs,
      replies: { 200: { description: "The picture with `?as=json`", schema: schemas.answerPicture } },
      refusals: [404],
      async handle(call) {
        const { id } = await seen(call);
        const picture = await hub.pictures.find(id, `${call.params.hash}`);
        const read = await hub.pictures.read(id, picture);
        if (call.query.as === "json") return json(200, read);
        return { status: 200, body: Buffer.from(read.data, "base64"), headers: fileHeaders(picture) };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/v1/asks/:id/pictures/:hash",
      scopes: ["human", "app", "link"],
      right: "answer",
      summary: "Remove a picture from a pending ask",
      replies: { 204: { description: "The ask does not have it" } },
      refusals: [404, 409],
      async handle(call) {
        const { id, status } = await permitted(call);
        if (status !== "pending") throw new YourcallError("already-ended", "The ask has ended. Its pictures stay.");
        await hub.pictures.remove(id, `${call.params.hash}`);
        return { status: 204 };
      },
    }),
  ];
}

/** A browser saves it, whatever it contains, and a page that would show it nevertheless can do nothing with it. */
function fileHeaders(picture: Parameters<typeof toPictureName>[0]): Record<string, string> {
  const name = toPictureName(picture).toWellFormed();
  const plain = name.replaceAll(/[^\w. -]/g, "_") || `picture.${extensionOf(picture.type)}`;
  return {
    "content-type": picture.type,
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, escape)}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  };
}
