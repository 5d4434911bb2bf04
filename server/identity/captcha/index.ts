export { captcha } from "./captcha";
export { LIFETIME_MINUTES as LIFETIME_MINUTES, isCorrectCaptcha as isCorrectCaptcha } from "./captcha";
