import type {
  AnswerBody,
  AskPage,
  AskQuery,
  DaysPage,
  DaysQuery,
  DeclineBody,
  DraftBody,
  HubSettings,
  SettingsBody,
  WireAsk,
  WireDraft,
  WireError,
} from "@yourcall/client";
import type { AskRequest } from "@yourcall/core";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type * as log from "./log-schemas.ts";
import type * as wire from "./wire-schemas.ts";

type Shape<Schema extends z.ZodMiniType> = z.output<Schema>;
/** The hub does not inspect a draft, whose shape belongs to the machine. */
type Opaque<Value> = { [Key in keyof Value]: Key extends "draft" ? unknown : Value[Key] };

test("the client's types are those of the hub's schemas", () => {
  expectTypeOf<Opaque<Shape<typeof wire.ask>>>().toEqualTypeOf<Opaque<WireAsk>>();
  expectTypeOf<Opaque<Shape<typeof wire.draft>>>().toEqualTypeOf<Opaque<WireDraft>>();
  expectTypeOf<Opaque<Shape<typeof wire.draftBody>>>().toEqualTypeOf<Opaque<DraftBody>>();
  expectTypeOf<keyof Shape<typeof wire.askPage>>().toEqualTypeOf<keyof AskPage>();
  expectTypeOf<keyof Shape<typeof wire.refusal>>().toEqualTypeOf<keyof WireError>();
  expectTypeOf<Shape<typeof wire.answerBody>>().toEqualTypeOf<AnswerBody>();
  expectTypeOf<Shape<typeof wire.declineBody>>().toEqualTypeOf<DeclineBody>();
  expectTypeOf<Shape<typeof wire.listQuery>>().toEqualTypeOf<AskQuery>();
  expectTypeOf<keyof Shape<typeof wire.askBody>>().toEqualTypeOf<keyof AskRequest>();
  expectTypeOf<Shape<typeof log.daysQuery>>().toEqualTypeOf<DaysQuery>();
  expectTypeOf<Shape<typeof log.daysPage>>().toEqualTypeOf<DaysPage>();
  expectTypeOf<Shape<typeof log.settings>>().toEqualTypeOf<HubSettings>();
  expectTypeOf<Shape<typeof log.settingsBody>>().toEqualTypeOf<SettingsBody>();
});
