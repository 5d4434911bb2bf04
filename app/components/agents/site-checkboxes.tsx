import { agents as texts } from "~/texts";
import { Part } from "../form/part";
import { useRefused } from "../form/field";

export type SiteOption = { siteId: number; sitename: string; enable: boolean };
type Props = {
  sites: readonly SiteOption[];
  hint: string;
  /** The values of a rejected form. An unticked site sends no `enable`. */
  typed: unknown;
  errors?: readonly string[];
};

/** From this count on, one box ticks all. */
const MANY_SITES = 4;

export function SiteCheckboxes({ sites, hint, typed, errors = [] }: Props) {
  useRefused({ name: "sites", id: "form-sites", errors }, texts.tabs.sites);
  const posted = Array.isArray(typed) ? (typed as { siteId?: unknown; enable?: unknown }[]) : undefined;
  const ticked = ({ siteId, enable }: SiteOption): boolean =>
    posted ? posted.some((one) => String(one.siteId) === String(siteId) && Boolean(one.enable)) : enable;
  return (
    <Part heading={texts.tabs.sites} alone>
      <fieldset className="field" id="form-sites" aria-describedby="sites-hint">
        <legend>{texts.tabs.sites}</legend>
        <p className="hint" id="sites-hint">
          {sites.length > 0 ? hint : texts.noSites}
        </p>
        <div className="choices">
          {sites.length >= MANY_SITES && (
            <label>
              <select-all /> {texts.allSites}
            </label>
          )}
          {sites.map((site, index) => (
            <label key={site.siteId}>
              <input type="hidden" name={`sites[${index}].siteId`} value={site.siteId} />
              <input type="checkbox" name={`sites[${index}].enable`} defaultChecked={ticked(site)} /> {site.sitename}
            </label>
          ))}
        </div>
        {errors.length > 0 && <p className="error">{errors.join(" ")}</p>}
      </fieldset>
    </Part>
  );
}
