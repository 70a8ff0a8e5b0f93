import type { FigureName } from '../../reports/metrics.ts';

/** One day of a screen's figures. */
export type CourseDay = { day: string } & { [F in FigureName]?: number | string | null | undefined };
export type Course = { days: readonly CourseDay[]; before: readonly CourseDay[] | null };
