/** The least that production needs to start; made up, and as strong as it asks. */
export const live = {
  NODE_ENV: "production",
  SESSION_SECRET: "Zq3-7vXk_9sLw0Rt2Yb8Nc5Mf1Gh6Jd4Pa",
  METRICS_TOKEN: "Q7c2vX9kLm4RtZ8wBn3Hs6Yd",
  SMTP_URL: "smtp://mail.test",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  PUBLIC_URL: "https://play.test",
};
