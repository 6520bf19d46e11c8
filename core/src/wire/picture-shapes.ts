import * as z from "zod/mini";
import { attachmentSchema } from "../outcome-schemas.ts";
import { pictureTypes } from "../picture.ts";
import { name } from "../schema-parts.ts";
import { maxPictureBody } from "./session-shapes.ts";

// Pictures that go with an answer.

/** The bytes of the picture as base64. */
export const addedPicture = z.strictObject({
  data: z.base64(),
  name: z.optional(name().check(z.describe("The name of the file, for people. The type is taken from the bytes."))),
});
export interface AddedPicture extends z.output<typeof addedPicture> {}
/** With room for the name. */
export const maxAddedPictureBody = maxPictureBody + 2000;
export const attachment = attachmentSchema();

export const pictureAs = z.object({ as: z.optional(z.enum(["bytes", "json"])) });
export const answerPicture = z.object({ type: z.enum(pictureTypes), data: z.string() });
