import { DAY_MS } from "../../server/kernel/time/durations";
import { classes } from "../../server/tracking";
import { type Agent, type Company, type Type, flagsAt, officeAt, isPaused, suspensionReason } from "../company";
import { Draw, type Random } from "../random";
import { type BusyDay, DayCurve } from "./calendar";
import { BLACK_HOSTS, type Networks, addressText } from "./networks";
import { USER_AGENTS, BROWSERS } from "./user-agents";

const MINUTE = 60_000;
/** Shares of the classes among clicks on links that count. */
const BLACK_LISTED = 0.009;
const BOT = 0.082;
const PREFETCH = 0.031;
/** The share of returning visitors, and how many recent visitors of an agent may return. */
const RETURNING = 0.3;
const RECENT = 16;
/** While links do not count, about a third of the visitors remain, and none after four months. */
const LEFT_WHEN_PAUSED = 0.35;
const LEFT_FOR = 120 * DAY_MS;
/** The share of clicks that begin a burst of a single visitor within a minute. 60 clicks of it pass. */
const BURST = 0.00012;
const PASS = 60;
const BUYING = 0.0205;

export type Click = {
  at: number;
  /** 74 random bits of its id, in three numbers of at most 32 bits. */
  random: [number, number, number];
  agent: Agent;
  type: Type;
  companyId: number;
  class: number;
  reason: string | null;
  unique: boolean;
  flags: number;
  geo: string;
  address: number;
  userAgent: number;
  referer: number;
  sub: number;
  buys: boolean;
};

export type Habits = { referers: number; subs: number };

/** Clicks day after day in the order of their time, with the same classes and uniques as from tracked links. */
export class Traffic {
  readonly #links: Draw[];
  readonly #recent: Int32Array;
  readonly #moods: Float64Array;
  readonly #seen = new Set<number>();
  #burst: { left: number; step: number; count: number; like: Click } | undefined;

  constructor(
    private readonly company: Company,
    private readonly networks: Networks,
    private readonly random: Random,
    private readonly habits: Habits,
  ) {
    this.#links = company.agents.map(({ links }) => new Draw(links.map(({ weight }) => weight)));
    this.#recent = new Int32Array(company.agents.length * RECENT).fill(-1);
    this.#moods = new Float64Array(company.agents.length).fill(1);
  }

  day({ day, start, clicks }: BusyDay): Click[] {
    const { random, company } = this;
    if (new Date(`${day}T00:00:00Z`).getUTCDay() === 1)
      this.#moods.forEach((_, i, all) => (all[i] = 0.5 + random.float()));
    const agents = new Draw(company.agents.map((agent, index) => this.#presence(agent, index, start)));
    const moments = new DayCurve(day, company.now).moments(clicks, random);
    this.#seen.clear();
    this.#burst = undefined;
    const made: Click[] = [];
    for (let i = 0; i < clicks; i++) {
      const at = moments[i] ?? start;
      made.push(this.#again() ?? this.#click(at, company.agents[agents.index(random)] as Agent, clicks - i));
    }
    return made;
  }

  /** An agent's relative share of the day's traffic. */
  #presence(agent: Agent, index: number, start: number): number {
    if ((agent.officeHistory[0]?.since ?? 0) > start) return 0;
    const weight = agent.weight * (this.#moods[index] ?? 1);
    const pause = agent.pauses.length > 0 && agent.pauses.find((one) => isPaused(one, start));
    if (!pause) return weight;
    return start - pause.from > LEFT_FOR && pause.from > 0 ? 0 : weight * LEFT_WHEN_PAUSED;
  }

  #click(at: number, agent: Agent, remaining: number): Click {
    const { random } = this;
    const type = this.#link(agent, at);
    const click: Click = {
      at,
      random: [random.next(), random.next(), random.next()],
      agent,
      type,
      companyId: officeAt(agent, at),
      class: classes.ok,
      reason: null,
      unique: false,
      flags: flagsAt(type.site, at),
      geo: "",
      address: 0,
      userAgent: 0,
      referer: random.below(this.habits.referers),
      sub: agent.usesSubs ? random.below(this.habits.subs) : 0,
      buys: false,
    };
    this.#judge(click);
    if (click.class === classes.ok) {
      click.buys = random.float() < BUYING * agent.skill * (type.bonus ? 0.9 : 0.7);
      if (random.float() < BURST) this.#beginBurst(click, remaining);
    }
    return click;
  }

  #link(agent: Agent, at: number): Type {
    const draw = this.#links[agent.id - 1] as Draw;
    for (;;) {
      const link = agent.links[draw.index(this.random)];
      if (!link) throw new Error(`Agent ${agent.id} has no links.`);
      const idle = isPaused(link.type.pause, at) || isPaused(link.type.site.pause, at);
      if (!idle || agent.links.length === 1 || this.random.float() < LEFT_WHEN_PAUSED) return link.type;
    }
  }

  #judge(click: Click): void {
    const { random, networks } = this;
    const suspended = suspensionReason(click.agent, click.type, click.at);
    const chance = random.float();
    if (suspended !== undefined) {
      click.class = classes.suspended;
      click.reason = suspended;
      this.#newVisitor(click);
    } else if (chance < BLACK_LISTED) {
      const index = random.below(networks.blackListed.length);
      const { base, geo } = networks.blackListed[index] ?? { base: 0, geo: "" };
      // Networks with odd indexes are listed by single addresses.
      click.address = base + (index % 2 === 0 ? random.below(256) : random.pick(BLACK_HOSTS));
      click.geo = geo;
      click.userAgent = random.below(BROWSERS.length);
      click.class = classes.blacklisted;
      click.reason = `The address is on the black list (${addressText(index % 2 === 0 ? base : click.address)}/${index % 2 === 0 ? 24 : 32}).`;
    } else if (chance < BLACK_LISTED + BOT) {
      this.#newVisitor(click);
      click.userAgent = BROWSERS.length + random.below(USER_AGENTS.length - BROWSERS.length);
      click.class = classes.bot;
      click.reason = `The user agent belongs to a robot (${USER_AGENTS[click.userAgent]?.robot}).`;
    } else if (chance < BLACK_LISTED + BOT + PREFETCH) {
      this.#visitor(click);
      click.class = classes.prefetch;
      click.reason = "The browser prefetched the link (sec-purpose).";
    } else click.unique = this.#first(click, this.#visitor(click));
  }

  /** A returning or a new visitor. Returns their number. */
  #visitor(click: Click): number {
    const { random } = this;
    const slot = (click.agent.id - 1) * RECENT + random.below(RECENT);
    const known = this.#recent[slot] ?? -1;
    const returning = known >= 0 && random.float() < RETURNING;
    if (returning) this.#assume(click, known);
    else this.#recent[slot] = this.#newVisitor(click);
    return this.#recent[slot] ?? 0;
  }

  #newVisitor(click: Click): number {
    const { random } = this;
    const visitor = (this.networks.index(random) * 256 + random.below(256)) * 64 + random.below(BROWSERS.length);
    this.#assume(click, visitor);
    return visitor;
  }

  #assume(click: Click, visitor: number): void {
    const network = visitor >>> 14;
    click.userAgent = visitor & 63;
    click.address = (this.networks.bases[network] ?? 0) + ((visitor >>> 6) & 255);
    click.geo = this.networks.geos[network] ?? "";
  }

  /** True for the first counting click of a visitor on an agent and type this day. */
  #first({ agent, type }: Click, visitor: number): boolean {
    const key = (agent.id * 64 + type.id) * 2 ** 25 + visitor;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /**
   * Many clicks of one visitor on one link, all within one clock minute, so that 60 of them pass however a minute is
   * counted.
   */
  #beginBurst(click: Click, remaining: number): void {
    const count = PASS + this.random.between(8, 45);
    const at = Math.ceil(click.at / MINUTE) * MINUTE;
    if (remaining <= count || at + MINUTE > Math.min(this.company.now, this.#endOf(click.at))) return;
    click.at = at;
    this.#burst = { left: count, step: Math.floor(45_000 / count), count: 0, like: click };
  }

  #endOf(at: number): number {
    return (Math.floor(at / (MINUTE * 60)) + 1) * MINUTE * 60;
  }

  #again(): Click | undefined {
    const burst = this.#burst;
    if (!burst) return undefined;
    if (--burst.left === 0) this.#burst = undefined;
    const { like, step } = burst;
    const over = ++burst.count >= PASS;
    const { random } = this;
    return {
      ...like,
      at: like.at + burst.count * step,
      random: [random.next(), random.next(), random.next()],
      class: over ? classes.rate : classes.ok,
      reason: over ? "Too many clicks by this visitor on this link within a minute." : null,
      unique: false,
      buys: false,
    };
  }
}
