/** As browsers and Node have it; this package is compiled with the types of neither. */
declare const URL: new (
  address: string,
  base: string,
) => Readonly<Record<'origin' | 'pathname' | 'search' | 'hash', string>>;

/** Never visited: it only stands for "this site" where addresses are compared. */
const HERE = 'https://here.invalid';

/**
 * An address of this application, or undefined: whatever leads elsewhere (`//evil`, `/\evil`, `https:…`, `javascript:…`)
 * is none. For addresses that came with a link and that somebody is sent to.
 */
export function internalPath(value: string | null | undefined): string | undefined {
  if (value == null || !value.startsWith('/')) return undefined;
  try {
    const url = new URL(value, HERE);
    // Without its dots, `/.//evil` is the address of another site.
    const isHere = url.origin === HERE && !url.pathname.startsWith('//');
    return isHere ? `${url.pathname}${url.search}${url.hash}` : undefined;
  } catch {
    return undefined;
  }
}
