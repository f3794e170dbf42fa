const MAX_DEVICE_LENGTH = 200;

/** The client of a request, by its address and its header `User-Agent`. */
export function clientOf(ip: string, agent: string | undefined): { ip: string; device: string | null } {
  return { ip, device: agent?.slice(0, MAX_DEVICE_LENGTH) ?? null };
}
