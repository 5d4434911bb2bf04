const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** `12.5 MB`, in binary units (1,024 bytes are 1 KB). One decimal place below 100. */
export function bytes(count: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, count)) / 10)));
  const value = count / 1024 ** unit;
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${UNITS[unit]}`;
}

/** How long ago something was, or for how long it has lasted: in whole seconds. */
export const age = (seconds: number): string => duration(Math.floor(seconds));

/** `250 ms`, `2.5 s`, `45 s`, `12 min`, `3 h 20 min`, `5 d 4 h`. */
export function duration(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.floor(seconds);
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${whole} s`;
}
