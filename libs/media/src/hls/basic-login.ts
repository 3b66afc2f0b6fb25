/** The Authorization that user and password of an address mean (RFC 7617); null where it has neither. */
export function basicLogin({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
}
