import { userAgents } from "../../server/tracking";

/** User agents of visitors' browsers, and of programs. */

const versions = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko)";

export const BROWSERS = [
  ...versions(134, 8).map(
    (v) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/${v}.0.0.0 Safari/537.36`,
  ),
  ...versions(134, 8).map(
    (v) => `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Chrome/${v}.0.0.0 Mobile Safari/537.36`,
  ),
  ...versions(136, 4).map(
    (v) => `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROMIUM} Chrome/${v}.0.0.0 Safari/537.36`,
  ),
  ...versions(136, 4).map(
    (v) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/${v}.0.0.0 Safari/537.36 Edg/${v}.0.0.0`,
  ),
  ...versions(134, 6).map((v) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${v}.0) Gecko/20100101 Firefox/${v}.0`),
  ...versions(136, 3).map((v) => `Mozilla/5.0 (X11; Linux x86_64; rv:${v}.0) Gecko/20100101 Firefox/${v}.0`),
  ...versions(0, 6).map(
    (v) =>
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_${v} like Mac OS X) ${SAFARI} Version/18.${v} Mobile/15E148 Safari/604.1`,
  ),
  ...versions(0, 4).map(
    (v) => `Mozilla/5.0 (iPad; CPU OS 18_${v} like Mac OS X) ${SAFARI} Version/18.${v} Mobile/15E148 Safari/604.1`,
  ),
  ...versions(1, 5).map(
    (v) => `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.${v} Safari/605.1.15`,
  ),
];

export const BOTS = [
  "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://bots.example/about)",
  "Mozilla/5.0 (compatible; ArchiveSpider/1.4; +https://archive.example/spider)",
  "Mozilla/5.0 (compatible; SampleCrawler/3.0; +https://crawler.example/)",
  "LinkPreviewBot/1.0 (+https://preview.example)",
  "UptimeMonitor/5.2 (bot; +https://uptime.example)",
  "curl/8.11.1",
  "Wget/1.24.5",
  "python-requests/2.32.3",
  "Go-http-client/2.0",
  "Java/21.0.5",
];

/** Browsers, then programs, as tracked links store them. */
export const USER_AGENTS = [...BROWSERS, ...BOTS].map(userAgents());
