/** The refusals of HTTP. Thrown anywhere in `http/`, answered by the error handler. */

/** A request that is answered with `status` and `{error: {code, message, at}}`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 503 | 508;
  /** For programs: `invalid_json`, `not_found`. */
  readonly code: string;
  /** JSON pointer to the wrong value, sent as `at`; `''` is the whole body. */
  readonly pointer: string | undefined;
  /** When another try may succeed, in s: sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(status: HttpError['status'], code: string, message: string, pointer?: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.pointer = pointer;
    this.retryAfter = retryAfter;
  }
}
