import { StringDecoder } from "node:string_decoder";

/** Turns chunks into well-formed text, holding back a character of which only a part has arrived. */
export interface ChunkDecoder {
  write(chunk: Uint8Array | string): string;
  /** What is still held back, made visible as U+FFFD. */
  end(): string;
}

export function createChunkDecoder(): ChunkDecoder {
  const decoder = new StringDecoder("utf8");
  let highSurrogate = "";

  function takeSurrogate(): string {
    const text = highSurrogate;
    highSurrogate = "";
    return text;
  }

  return {
    write(chunk) {
      if (typeof chunk !== "string") return takeSurrogate().toWellFormed() + decoder.write(chunk);
      const text = decoder.end() + takeSurrogate() + chunk;
      highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      return text.slice(0, text.length - highSurrogate.length).toWellFormed();
    },
    end() {
      return decoder.end() + takeSurrogate().toWellFormed();
    },
  };
}
