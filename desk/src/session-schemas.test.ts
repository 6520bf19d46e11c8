import type {
  DeskInfo,
  Session,
  StartSession,
  TranscriptEntry,
  TranscriptPage,
  TranscriptQuery,
} from "@yourcall/client";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type * as schemas from "./session-schemas.ts";

type Shape<Schema extends z.ZodMiniType> = z.output<Schema>;

test("the client's types are those of the desk's schemas", () => {
  expectTypeOf<Shape<typeof schemas.session>>().toEqualTypeOf<Session>();
  expectTypeOf<Shape<typeof schemas.deskInfo>>().toEqualTypeOf<DeskInfo>();
  expectTypeOf<Shape<typeof schemas.startBody>>().toEqualTypeOf<StartSession>();
  expectTypeOf<Shape<typeof schemas.transcriptQuery>>().toEqualTypeOf<TranscriptQuery>();
  expectTypeOf<Shape<typeof schemas.transcriptEntry>>().toExtend<TranscriptEntry>();
  expectTypeOf<TranscriptEntry>().toExtend<Shape<typeof schemas.transcriptEntry>>();
  expectTypeOf<keyof Shape<typeof schemas.transcriptPage>>().toEqualTypeOf<keyof TranscriptPage>();
});
