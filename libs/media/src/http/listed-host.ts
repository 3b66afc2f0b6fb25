/**
 * @param hosts `name` (the default port of the scheme) or `name:port`
 * @returns whether they name the host and port of a URL
 */
export function isListedHost({ protocol, host, hostname, port }: URL, hosts: readonly string[]): boolean {
  const actualPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return hosts.includes(host) || hosts.includes(`${hostname}:${actualPort}`);
}
