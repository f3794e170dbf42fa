/**
 * A second implementation of recurring dates, without `Date`: days since the epoch by the proleptic Gregorian calendar
 * (H. Hinnant, "chrono-compatible low-level date algorithms").
 */
const DAY_MS = 86_400_000;
const DAYS = { daily: 1, weekly: 7 };
const MONTHS = { monthly: 1, yearly: 12 };
const COUNTS = {
  daily: [1, 2, 30, 365],
  weekly: [1, 2, 52],
  monthly: [1, 2, 3, 6, 11, 12],
  yearly: [1, 2, 4],
};
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year, month) => (month === 2 && isLeap(year) ? 29 : LENGTHS[month - 1]);

function daysFromCivil(year, month, day) {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilFromDays(days) {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp + (mp < 10 ? 3 : -9);
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
}

/** Unix milliseconds of the start of period `n`. */
export function expectedStart(anchorMs, interval, count, n) {
  if (interval in DAYS) return anchorMs + n * count * DAYS[interval] * DAY_MS;
  const days = Math.floor(anchorMs / DAY_MS);
  const [year, month, day] = civilFromDays(days);
  const months = year * 12 + month - 1 + n * count * MONTHS[interval];
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const toDay = Math.min(day, lengthOf(toYear, toMonth));
  return daysFromCivil(toYear, toMonth, toDay) * DAY_MS + (anchorMs - days * DAY_MS);
}

/** Anchors on every day of 2024 to 2027 (1,461) and 2096 to 2104, each at another time of day. */
export function* anchors() {
  for (const [from, to] of [
    [daysFromCivil(2024, 1, 1), daysFromCivil(2028, 1, 1)],
    [daysFromCivil(2096, 1, 1), daysFromCivil(2105, 1, 1)],
  ])
    for (let day = from; day < to; day++) yield day * DAY_MS + ((day * 7_919_317) % DAY_MS);
}

/** Every case of one anchor: interval, count and number of the period, for so many years. */
export function* casesOf(years) {
  for (const [interval, counts] of Object.entries(COUNTS)) {
    for (const count of counts) {
      const days = count * (DAYS[interval] ?? MONTHS[interval] * 30.4);
      // Each day of ten years would be checked 3,650 times for each anchor: every 31st is enough for days and weeks.
      const step = interval in DAYS ? Math.max(1, Math.floor(31 / count)) : 1;
      for (let n = 0; n * days <= years * 366; n += step) yield [interval, count, n];
    }
  }
}

/** Compares `starts(anchor, interval, count, n)` with the second implementation. */
export function differences(starts, { everyNthAnchor = 1, years = 10 } = {}) {
  const different = [];
  let cases = 0;
  let place = 0;
  const all = [...casesOf(years)];
  for (const anchorMs of anchors()) {
    if (place++ % everyNthAnchor !== 0) continue;
    const anchor = new Date(anchorMs);
    for (const [interval, count, n] of all) {
      cases += 1;
      const expected = expectedStart(anchorMs, interval, count, n);
      if (starts(anchor, interval, count, n).getTime() !== expected && different.length < 20)
        different.push({ anchor: anchor.toISOString(), interval, count, n });
    }
  }
  return { cases, different };
}
