/**
 * What server and browser say to each other about who is looking. Types only.
 *
 * `GET api/session` answers {@link SessionState}, to everybody. `POST api/session` takes {@link LoginRequest}: 200 with
 * the new state and a cookie, 401 if the token is wrong, 429 after too many of those. `DELETE api/session` logs out.
 * Every other route answers 401 to a browser that is not logged in where a token is asked for.
 */

/** Who is looking, and at what. */
export interface SessionState {
  /** Version of the host. */
  readonly version: string;
  /** `admin`: the whole page. `contest`: that of one command. */
  readonly page: 'admin' | 'contest';
  /** `login`: a token is asked for, and this browser has not sent it. `open`: none is asked for. */
  readonly access: 'login' | 'loggedIn' | 'open';
  /** Whether games are kept: without a journal there are no lists, and no games but live ones. */
  readonly hasJournal: boolean;
}

export interface LoginRequest {
  readonly token: string;
}
