import type { Attachment } from "@yourcall/core";

/** A picture of an ask. */
export interface StoredPicture {
  ask: string;
  picture: Attachment;
  /** Its bytes as base64. */
  data: string;
  /** When it was added. */
  at: number;
}

/** The pictures that people added to asks. They are deleted with their ask. */
export interface PictureStore {
  /** Adds a picture, or names it anew. False, and nothing is added, if the ask is not pending or already has `most` others. */
  addPicture(picture: StoredPicture, most: number): Promise<boolean>;
  /** The pictures of an ask, in the order in which they were added. */
  picturesOf(ask: string): Promise<Attachment[]>;
  /** The bytes of a picture as base64; null if the ask has no such picture. */
  pictureData(ask: string, hash: string): Promise<string | null>;
  /** Removes all pictures of an ask but these. */
  keepPictures(ask: string, hashes: readonly string[]): Promise<void>;
  /** Adds the pictures of an ask to another one. */
  copyPictures(from: string, to: string): Promise<void>;
}
