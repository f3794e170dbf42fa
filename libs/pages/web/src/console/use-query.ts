import { useLocation } from 'preact-iso/router';
import { to } from './mode';

/** The filters of a list, kept in the address so that the browser's back button and a shared link restore them. */
export function useQuery() {
  const { path, query, route } = useLocation();
  const set = (changes: Record<string, string | undefined>) => {
    const { test: _, ...rest } = query;
    // A changed filter starts at the first page.
    route(to(path, { ...rest, page: undefined, cursor: undefined, ...changes }), true);
  };
  return { query, set };
}
