/** The URL class of browsers and Node, declared here because this package is compiled without the types of either. */
declare const URL: new (
  address: string,
  base: string,
) => Readonly<Record<'origin' | 'pathname' | 'search' | 'hash', string>>;

/** Placeholder origin for comparisons; it is never requested. */
const HERE = 'https://here.invalid';

/**
 * Returns the path within this application that `value` addresses, or undefined when it leads elsewhere (`//evil`,
 * `/\evil`, `https:…`, `javascript:…`). Use it for redirect targets that came with a link.
 */
export function internalPath(value: string | null | undefined): string | undefined {
  if (value == null || !value.startsWith('/')) return undefined;
  try {
    const url = new URL(value, HERE);
    // After the URL parser removes the dots, `/.//evil` is the address of another site.
    const isHere = url.origin === HERE && !url.pathname.startsWith('//');
    return isHere ? `${url.pathname}${url.search}${url.hash}` : undefined;
  } catch {
    return undefined;
  }
}
