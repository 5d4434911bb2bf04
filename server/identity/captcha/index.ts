export { captcha, hasQuestion, isCorrectCaptcha, LIFETIME_MINUTES } from "./captcha";
