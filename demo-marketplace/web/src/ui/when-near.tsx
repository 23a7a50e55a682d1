import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';

/** Margin below the viewport within which an element counts as near. */
const NEAR = '400px';

/** Renders its children once they are near the viewport, so that pages start without the content below. */
export function WhenNear({ children }: { readonly children: ReactNode }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (isNear || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? <>{children}</> : <div ref={place} className="min-h-px" />;
}
