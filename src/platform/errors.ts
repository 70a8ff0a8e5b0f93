/** Every error a caller may see, with the HTTP status it answers with. Code branches on the key, people read the message. */
const STATUS = {
  bad_request: 400,
  validation_failed: 400,
  parameter_pollution: 400,
  missing_click_id: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  totp_required: 401,
  bad_key: 401,
  bad_signature: 401,
  ip_not_allowed: 403,
  forbidden: 403,
  password_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  in_use: 409,
  name_taken: 409,
  slug_taken: 409,
  version_conflict: 409,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  address_too_long: 414,
  unsupported_media_type: 415,
  publish_blocked: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

type Facts = {
  /** Reasons per field, in the words of the form. */
  errors?: Record<string, string[]>;
  /** What else the caller needs to act: the users of a record, both versions of a conflict, seconds to wait. */
  details?: Record<string, unknown>;
  cause?: unknown;
};

/** The one error class of the program: a code, a sentence for a person, and optional facts. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: Record<string, string[]> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = facts.errors;
    this.details = facts.details;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** One field is wrong: 400 with the reason on the field and in the message. */
export const invalid = (field: string, reason: string): AppError =>
  new AppError('validation_failed', `${field}: ${reason}`, { errors: { [field]: [reason] } });

/** What is refused while the disk has no room for it. */
export const diskFull = (cause?: unknown): AppError =>
  new AppError(
    'disk_full',
    'The disk is nearly full: what is left of it is kept for visits and clicks. Nothing was saved. Make room on the disk of the data folder, then try again.',
    { ...(cause !== undefined && { cause }), details: { retry_after_s: 60 } },
  );

/** The record is not there (or not for this caller). @param what the noun as people call it: "Guide". */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found.`);
