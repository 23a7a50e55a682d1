const DAY_MS = 86_400_000;
const WORKING_DAYS = 3;

/** Banks are closed on Saturdays and Sundays; public holidays are not considered. */
const isWorkingDay = (day: Date): boolean => day.getUTCDay() % 6 !== 0;

/** Latest date of arrival of a withdrawal, `yyyy-mm-dd`, in the member's time zone. */
export function arrivalDay(now: number, timeZone: string): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
  let day = new Date(`${today}T00:00:00Z`);
  for (let left = WORKING_DAYS; left > 0;) {
    day = new Date(day.getTime() + DAY_MS);
    if (isWorkingDay(day)) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
