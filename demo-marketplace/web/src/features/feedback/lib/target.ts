import { ReportTarget } from '@lectern/marketplace-contract';

export interface Target {
  readonly target_type: ReportTarget;
  readonly target_id: string;
}

const TYPES: readonly string[] = Object.values(ReportTarget);

/** Parses the target of a report from the address, e.g. `?target=course:12`; undefined if it is invalid. */
export function targetOf(search: URLSearchParams): Target | undefined {
  const [type = '', id = '', ...rest] = (search.get('target') ?? '').split(':');
  if (!TYPES.includes(type) || !/^[1-9]\d{0,15}$/.test(id) || rest.length > 0) return undefined;
  return { target_type: type as ReportTarget, target_id: id };
}
