/**
 * Writes to standard output and rejects if the reader is gone: a closed pipe is not a delivered answer. With `partly`, a
 * reader that stops early (`| head`) is fine.
 */
export function print(text: string, options: { partly?: boolean } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (options.partly === true && error.code === "EPIPE") resolve();
      else reject(new Error(`Could not write to standard output: ${error.message}`));
    };
    process.stdout.once("error", fail);
    process.stdout.write(text, (error) => {
      if (error != null) return fail(error);
      process.stdout.off("error", fail);
      resolve();
    });
  });
}
