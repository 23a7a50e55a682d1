import {
  BookOpen,
  Briefcase,
  Calculator,
  Camera,
  ChefHat,
  Code,
  Dumbbell,
  FlaskConical,
  LayoutGrid,
  Languages,
  LineChart,
  Music,
  Palette,
  PenTool,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';

/** The signs that the server names. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  art: Palette,
  business: Briefcase,
  camera: Camera,
  chart: LineChart,
  chef: ChefHat,
  code: Code,
  design: PenTool,
  fitness: Dumbbell,
  language: Languages,
  life: ChefHat,
  math: Calculator,
  music: Music,
  other: LayoutGrid,
  photo: Camera,
  science: FlaskConical,
};

/** The icon of a category; a book by default. */
export function CategoryIcon({ name, className }: { readonly name: string; readonly className: string }): ReactElement {
  const Icon = ICONS[name] ?? BookOpen;
  return <Icon aria-hidden className={className} />;
}
