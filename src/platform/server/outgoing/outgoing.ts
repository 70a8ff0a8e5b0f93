/** One request to a host that is not ours. */
export type OutgoingRequest = {
  method: 'GET' | 'POST';
  /** http or https; every address behind the name is judged before a connection is made to the judged address. */
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** It tells nobody anything: a look at an address. */
  isLook?: boolean;
  /** For the whole exchange. Default and most: 10000; 60000 for a file. */
  timeoutMs?: number;
  /** A file is fetched: the answer holds its bytes, at most so many (8 MiB at most), and no text. */
  fileBytes?: number;
};

/** @property isCut there was more than was asked for, and it was never read */
export type OutgoingFile = { bytes: Buffer; isCut: boolean; etag?: string; modified?: string };

/**
 * What came of it. `blocked` = the guard refused the target, `failed` = no answer (name, connection, time).
 * `location` is what the answer would redirect to, as it said it.
 */
export type OutgoingResult =
  | { kind: 'answer'; status: number; body: string; durationMs: number; location?: string; file?: OutgoingFile }
  | { kind: 'blocked'; reason: string; durationMs: number }
  | { kind: 'failed'; reason: string; durationMs: number };

/** The only way out of the program. Redirects are not followed; at most 64 KiB of an answer is read, or what a file may have. */
export type Outgoing = { send(request: OutgoingRequest): Promise<OutgoingResult>; close(): Promise<void> };
