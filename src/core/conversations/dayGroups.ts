export type DayGroup = "today" | "yesterday" | "week" | "month" | "older";

/** Something with a time, in milliseconds since the epoch; without one, it is older than all others. */
export interface Dated {
  readonly updatedAt?: number;
  readonly createdAt?: number;
}

/** Members by the day (in this machine's time zone) of their last update, newest first; empty groups are left out. */
export function dayGroups<M extends Dated>(
  members: readonly M[],
  now: number,
): readonly { readonly group: DayGroup; readonly members: readonly M[] }[] {
  const groups = new Map<DayGroup, M[]>();
  for (const member of newestFirst(members)) {
    const group = groupOf(timeOf(member), now);
    groups.set(group, [...(groups.get(group) ?? []), member]);
  }
  return [...groups].map(([group, found]) => ({ group, members: found }));
}

/** Members with the same time stay in their order. */
export function newestFirst<M extends Dated>(members: readonly M[]): readonly M[] {
  return members.toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf({ updatedAt, createdAt }: Dated): number {
  return updatedAt ?? createdAt ?? 0;
}

function groupOf(time: number, now: number): DayGroup {
  const days = daysBefore(now);
  if (time >= days(0)) return "today";
  if (time >= days(1)) return "yesterday";
  if (time >= days(7)) return "week";
  return time >= days(30) ? "month" : "older";
}

/** Midnight that many days ago: by the calendar, so that days of 23 and 25 hours count as one. */
function daysBefore(now: number): (days: number) => number {
  return (days) => {
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    return midnight.setDate(midnight.getDate() - days);
  };
}
