import { createReadStream } from 'node:fs';

/** No record is as long; what is longer is no record, and would fill the memory. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * The lines of a file of UTF-8, counted from 1, however they end; empty ones and a byte order mark left away.
 * @throws Error for a line that is too long, or is no UTF-8
 */
export async function* readLines(path: string): AsyncGenerator<{ line: number; text: string }> {
  let waiting: Buffer[] = [];
  let [size, line] = [0, 0];
  const decoder = new TextDecoder('utf-8', { fatal: true });

  function take(): { line: number; text: string } | undefined {
    line += 1;
    let text: string;
    try {
      // the decoder takes a byte order mark away
      text = decoder.decode(Buffer.concat(waiting)).replace(/\r$/, '');
    } catch (cause) {
      throw new Error(`${path}, line ${line}: it is no UTF-8. Nothing was changed.`, { cause });
    }
    [waiting, size] = [[], 0];
    return text === '' ? undefined : { line, text };
  }

  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      waiting.push(chunk.subarray(from, end));
      from = end + 1;
      const taken = take();
      if (taken) yield taken;
    }
    if (from < chunk.length) {
      waiting.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > MAX_LINE_BYTES)
        throw new Error(`${path}, line ${line + 1}: it is longer than 32 MB. Nothing was changed.`);
    }
  }
  if (size > 0) {
    const taken = take();
    if (taken) yield taken;
  }
}
