/**
 * The status of an answer, whose body is read to its end. Where it is not, the connection stays open even after the
 * server has closed it, and the process does not end.
 */
export async function statusOf(...request: Parameters<typeof fetch>): Promise<number> {
  const answer = await fetch(...request);
  await answer.arrayBuffer();
  return answer.status;
}
